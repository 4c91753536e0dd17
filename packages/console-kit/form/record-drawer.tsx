import { useRef, useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import { inputOf, idOf, type AnyCrud, type CrudState, type ItemInputOf, type ItemOf } from '#console-kit/list/crud.ts';
import { useText } from '#console-kit/text/i18n.ts';
import type { FieldNames, RecordFormState } from './record-form.ts';
import { ConflictAlert } from './conflict-alert.tsx';
import { LastChanged } from './last-changed.tsx';
import { DrawerForm, FormSkeleton, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { LoadError } from '#console-kit/page/states.tsx';
import { RecordGone } from './record-gone.tsx';

export interface RecordWords<C extends AnyCrud> {
  /** What a new record starts with. */
  readonly blank: ItemInputOf<C>;
  readonly names: FieldNames<C['input']>;
  /** Verbs with their object: `Add synonym`, `Edit synonym`. The first is also the button's. */
  readonly titles: { readonly create: string; readonly edit: string };
  /** Says a value in the comparison of two versions, where it isn't a word by itself. */
  readonly textOf?: (name: string, value: unknown) => string | undefined;
}

interface RecordDrawerProps<C extends AnyCrud> extends RecordWords<C> {
  readonly crud: CrudState<C>;
  readonly children: (form: RecordFormState<C['input']>) => ReactNode;
}

/** The drawer in which a record of a list is added or changed. Its address is `?edit=new` or `?edit=3`. */
export function RecordDrawer<C extends AnyCrud>({ crud, titles, ...form }: RecordDrawerProps<C>) {
  const opened = useWhileClosing(crud.opened);
  const isNew = opened.key === 'new';
  const title = isNew ? titles.create : titles.edit;
  const isKnown = isNew || opened.item !== undefined;
  return (
    <SideDrawer isOpen={crud.opened.key !== undefined} title={title} onClose={crud.close}>
      {isKnown && <OpenedForm key={opened.key} crud={crud} titles={titles} opened={opened.item} {...form} />}
      {!isKnown && (opened.error != null ? <OpeningFailed crud={crud} error={opened.error} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

function OpeningFailed<C extends AnyCrud>({ crud, error }: { readonly crud: CrudState<C>; readonly error: unknown }) {
  const isGone = (error as { readonly code?: string }).code === 'notFound';
  return isGone ? <RecordGone close={crud.close} /> : <LoadError error={error} retry={() => void crud.renew()} />;
}

interface OpenedFormProps<C extends AnyCrud> extends RecordDrawerProps<C> {
  readonly opened: ItemOf<C> | undefined;
}

/** The form begins from one version of the record, also when the list learns of a newer one meanwhile. */
function OpenedForm<C extends AnyCrud>({ crud, opened, blank, names, titles, textOf, children }: OpenedFormProps<C>) {
  const t = useText();
  const [item, setItem] = useState(opened);
  /** What the next save replaces; undefined makes a new record. */
  const from = useRef(opened);
  const load = (theirs: ItemOf<C>) => {
    from.current = theirs;
    setItem(() => theirs);
  };
  const version = item === undefined ? 'new' : String((item as { readonly updated_at: number }).updated_at);
  return (
    <DrawerForm
      key={version}
      schema={crud.endpoints.input as C['input']}
      initial={(item === undefined ? blank : inputOf(crud.endpoints, item)) as z.input<C['input']>}
      names={names}
      save={(values) => crud.save(values as ItemInputOf<C>, from.current)}
      saveLabel={item === undefined ? titles.create : t('Save changes')}
      isChange={item !== undefined}
      onClose={crud.close}
      foot={item !== undefined && <LastChanged item={item} />}
      refused={(error, form) =>
        item !== undefined && (error.code === 'changedMeanwhile' || error.code === 'deletedMeanwhile') ? (
          <ConflictAlert
            crud={crud}
            id={idOf(item)}
            error={error}
            names={names}
            mine={form.values as Readonly<Record<string, unknown>>}
            textOf={textOf}
            load={load}
            replace={(theirs) => {
              from.current = theirs;
              form.submit();
            }}
            saveAsNew={() => {
              from.current = undefined;
              form.submit();
            }}
          />
        ) : null
      }
    >
      {children}
    </DrawerForm>
  );
}

/** Keeps showing what was open while the drawer slides away. */
function useWhileClosing<Opened extends { readonly key: string | undefined; readonly item: unknown }>(opened: Opened): Opened {
  const [last, setLast] = useState(opened);
  if (opened.key === undefined) return last;
  if (opened.key !== last.key || opened.item !== last.item) setLast(opened);
  return opened;
}
