import type * as z from 'zod/mini';
import type { Crud } from '#contract/crud.ts';
import type { Schema } from '#contract/endpoint.ts';
import type { App } from '#server-kit/app.ts';
import type { CrudStore, ProjectScope } from '#server-kit/db/project-table.ts';
import { fail } from '#server-kit/fail.ts';
import { serve } from '#server-kit/serve.ts';

/** Serves the calls of a `crud` from a store. `changed` runs after every write, before it is answered. */
export function serveCrud<Item extends Schema, Input extends z.ZodMiniObject>(
  app: App,
  calls: Crud<Item, Input>,
  store: CrudStore<z.output<Item>, z.output<Input>>,
  changed: (project: ProjectScope, userId: number) => Promise<unknown>,
): void {
  const { name, paths } = calls;
  const known = <Found>(found: Found | null | false): Found => {
    if (found === null || found === false) throw fail('notFound', { name });
    return found;
  };
  serve(app, calls.list, (query, { project }) => store.list(project, query) as never);
  serve(app, calls.create, async (input, { project, user }) => {
    const item = await store.insert(project, input as z.output<Input>);
    await changed(project, user.id);
    return item as never;
  });
  serve(app, calls.remove, async ({ id }, { project, user }) => {
    known(await store.remove(project, id));
    await changed(project, user.id);
    return {};
  });
  if (paths.read) serve(app, calls.read, async ({ id }, { project }) => known(await store.find(project, id)) as never);
  if (paths.update) {
    serve(app, calls.update, async (input, { project, user }) => {
      const { id, ...rest } = input as { id: number };
      const item = known(await store.update(project, id, rest as z.output<Input>));
      await changed(project, user.id);
      return item as never;
    });
  }
}
