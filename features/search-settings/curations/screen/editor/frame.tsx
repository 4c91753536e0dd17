import type { ReactNode } from 'react';
import { Page } from '#ui/page/page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { linkTo } from '#ui/state/address.ts';
import { t } from '#ui/text/i18n.ts';
import { listPath } from './paths.ts';

export function useEditorFrame(isNew: boolean) {
  return {
    parent: { title: t('Curations'), link: linkTo(listPath) },
    title: isNew ? t('Add curation') : t('Edit curation'),
    purpose: t('Choose which items come first for a query, and which never.'),
    isWide: true,
    help: <EditorHelp />,
  };
}

export function EditorFrame({
  isNew = false,
  state,
  children,
}: {
  readonly isNew?: boolean;
  readonly state?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page {...useEditorFrame(isNew)} secondary={state}>
      {children}
    </Page>
  );
}

function EditorHelp() {
  return (
    <Sentences
      of={[
        t('Promoted items come first, in your order. Hidden items never come. Both obey the filters that customers choose.'),
        t('A query counts in every form of its words and without diacritics: a curation for “boot” also serves “boots”.'),
        t('In the middle stands what the query finds besides, as your shop would with this curation.'),
        t('With the keyboard: arrows go from item to item, P promotes, H hides, X takes back. Shift and arrows select several.'),
        t('Space lifts a promoted item, arrows move it, Space drops it. With Alt, arrows move it at once. Ctrl S saves.'),
        t('What you save goes live at midnight, or with Regenerate.'),
      ]}
    />
  );
}
