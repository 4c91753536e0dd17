import { useState, type ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { Crud } from '#contract/crud.ts';
import type { CrudState, ItemInputOf } from './crud.ts';
import { useText } from './i18n.ts';
import type { FieldNames, RecordFormState } from './record-form.ts';
import { DrawerForm, FormSkeleton, SideDrawer } from './side-drawer.tsx';
import { LoadError } from './states.tsx';

interface RecordDrawerProps<C extends Crud> {
  readonly crud: CrudState<C>;
  /** What a new record starts with. */
  readonly blank: ItemInputOf<C>;
  readonly names: FieldNames<C['input']>;
  /** Verbs with their object: `Add synonym`, `Edit synonym`. The first is also the button's. */
  readonly titles: { readonly create: string; readonly edit: string };
  readonly children: (form: RecordFormState<C['input']>) => ReactNode;
}

/** The drawer in which a record of a list is added or changed. Its address is `?edit=new` or `?edit=3`. */
export function RecordDrawer<C extends Crud>({ crud, titles, ...form }: RecordDrawerProps<C>) {
  const opened = useWhileClosing(crud.opened);
  const isNew = opened.key === 'new';
  const title = isNew ? titles.create : titles.edit;
  const isKnown = isNew || opened.item !== undefined;
  return (
    <SideDrawer isOpen={crud.opened.key !== undefined} title={title} onClose={crud.close}>
      {isKnown && <OpenedForm key={opened.key} crud={crud} titles={titles} item={opened.item} {...form} />}
      {!isKnown && (opened.error != null ? <LoadError error={opened.error} retry={crud.retryOpened} /> : <FormSkeleton />)}
    </SideDrawer>
  );
}

function OpenedForm<C extends Crud>({
  crud,
  item,
  blank,
  names,
  titles,
  children,
}: RecordDrawerProps<C> & { readonly item: CrudState<C>['opened']['item'] }) {
  const t = useText();
  return (
    <DrawerForm
      schema={crud.schema}
      initial={(item === undefined ? blank : crud.toInput(item)) as z.input<C['input']>}
      names={names}
      save={(values) => crud.save(values as ItemInputOf<C>)}
      saveLabel={item === undefined ? titles.create : t('Save changes')}
      onClose={crud.close}
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
