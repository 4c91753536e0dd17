import { SegmentedControl, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { OutputOf } from '#contract/endpoint.ts';
import { QueryBox, usePreviewedQuery } from '#ui/item/query-box.tsx';
import { useSettledAnswer } from '#ui/calls/settled-answer.ts';
import { CodeBlock } from '#ui/code/code-block.tsx';
import { CopyButton } from '#ui/code/copy-button.tsx';
import { LoadError, RowSkeletons } from '#ui/page/states.tsx';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { useProject } from '#ui/state/rights.ts';
import { t } from '#ui/text/i18n.ts';
import { PanelSample } from './panel-sample.tsx';
import { resultCalls } from './result-calls.ts';
import { ResultsSample } from './results-sample.tsx';
import classes from './sample.module.css';
import { shopCommand } from './shop-command.ts';
import type { ResultEditor } from './use-result-editor.tsx';

/** What the shop would answer to a query by the settings as they are edited. The address keeps the query as `q`. */
export function QuerySample({ editor }: { readonly editor: ResultEditor }) {
  const { collection_id: collectionId } = editor.saved;
  const [q, setQ] = usePreviewedQuery(collectionId);
  const wanted = q.trim();
  return (
    <>
      <QueryBox collectionId={collectionId} q={q} setQ={setQ} />
      {wanted === '' ? (
        <Text size="sm" c="dimmed" mt={16}>
          {t('Type a query to see its items.')}
        </Text>
      ) : (
        <SampleAnswer editor={editor} asked={wanted} input={{ q: wanted }} />
      )}
    </>
  );
}

interface SampleAnswerProps {
  readonly editor: ResultEditor;
  readonly asked: string;
  readonly input: object;
}

type Endpoint = (typeof resultCalls)['search']['sample'];

export function SampleAnswer({ editor, asked, input }: SampleAnswerProps) {
  const [shown, setShown] = useState<'seen' | 'json'>('seen');
  if (editor.problems.size > 0)
    return (
      <Text size="sm" mt={16}>
        {t('The sample waits until the marked places are right.')}
      </Text>
    );
  return (
    <Answered
      endpoint={resultCalls[editor.kind].sample as Endpoint}
      input={{ ...editor.sent, ...input }}
      choice={
        <SegmentedControl
          size="xs"
          aria-label={t('How it is shown')}
          data={[
            { value: 'seen', label: editor.kind === 'autocomplete' ? t('Panel') : t('Results') },
            { value: 'json', label: t('Answer (JSON)') },
          ]}
          value={shown}
          onChange={(next) => setShown(next === 'json' ? 'json' : 'seen')}
        />
      }
    >
      {(answer) =>
        shown === 'json' ? (
          <AnswerJson editor={editor} asked={asked} answer={answer} />
        ) : editor.kind === 'autocomplete' ? (
          <PanelSample answer={answer as never} />
        ) : (
          <ResultsSample answer={answer} editor={editor} />
        )
      }
    </Answered>
  );
}

interface AnsweredProps {
  readonly endpoint: Endpoint;
  readonly input: object;
  readonly choice: ReactNode;
  readonly children: (answer: OutputOf<Endpoint>) => ReactNode;
}

function Answered({ endpoint, input, choice, children }: AnsweredProps) {
  const { data, error, isFetching, isOld, refetch } = useSettledAnswer(endpoint, input as never);
  return (
    <>
      <div className={classes.choice}>{choice}</div>
      <RefetchBar isMoving={isFetching} />
      {error ? (
        <LoadError error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <RowSkeletons count={6} />
      ) : (
        <div className={classes.answer} data-old={isOld}>
          {children(data.data)}
        </div>
      )}
    </>
  );
}

interface AnswerJsonProps extends Omit<SampleAnswerProps, 'input'> {
  readonly answer: unknown;
}

function AnswerJson({ editor, asked, answer }: AnswerJsonProps) {
  const token = useProject()?.token ?? '';
  const command = shopCommand(editor.kind, {
    origin: location.origin,
    token,
    collectionId: editor.saved.collection_id,
    asked,
  });
  return (
    <>
      <div className={classes.command}>
        <Text size="xs" c="dimmed">
          {editor.isDirty ? t('By the unsaved settings. The copied call answers by the saved ones.') : t('As the shop gets it.')}
        </Text>
        <CopyButton text={command} label={t('Copy as curl')} />
      </div>
      <div className={classes.json}>
        <CodeBlock code={JSON.stringify(answer, null, 2)} copyLabel={t('Copy answer')} />
      </div>
    </>
  );
}
