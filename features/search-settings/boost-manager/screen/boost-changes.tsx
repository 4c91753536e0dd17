import { Stack, Text } from '@mantine/core';
import { Minus, Pencil, Plus } from 'lucide-react';
import { SideDrawer } from '#ui/dialog/side-drawer.tsx';
import { useValidityText } from '#ui/crud/validity-part.tsx';
import { useAddress } from '#ui/state/address.ts';
import { type Translate, t } from '#ui/text/i18n.ts';
import { formats } from '#ui/text/format.ts';
import type { Boost, BoostedField, Boosts } from '#features/search-settings/boost-manager/boost-manager.contract.ts';
import { boostSentence, isAdded } from './boost-words.tsx';
import type { EditedBoosts } from './merged-boosts.ts';
import classes from './boost-manager.module.css';

interface Change {
  readonly id: number | 'settings';
  readonly before: string | null;
  readonly after: string | null;
}

const toldBoost =
  ({ t, number, validity, fields }: Words) =>
  (boost: Boost): string => {
    const bounds = boost.valid_from === null && boost.valid_to === null ? '' : `, ${validity(boost)}`;
    return `${boostSentence(t, boost, fields)} ${isAdded(boost) ? '+' : '×'}${number(boost.boost)}${bounds}`;
  };

interface Words {
  readonly t: Translate;
  readonly number: (value: number) => string;
  readonly validity: (boost: Boost) => string;
  readonly fields: readonly BoostedField[];
}

export function useToldBoosts(fields: readonly BoostedField[]) {
  const validity = useValidityText();
  const told = toldBoost({ t, number: formats.number, validity, fields });
  return {
    boost: (boost: Boost) => (boost.is_active ? told(boost) : t('{boost}, off', { boost: told(boost) })),
    settings: (isOverriding: boolean) => settingText(t, isOverriding),
  };
}

const settingText = (t: Translate, isOverriding: boolean): string =>
  isOverriding ? t('A field with a boost counts with weight 1.') : t('A field with a boost keeps its weight.');

function useChangedBoosts(fields: readonly BoostedField[]): (before: EditedBoosts, after: EditedBoosts) => Change[] {
  const validity = useValidityText();
  return (before, after) => changedBoosts({ t, number: formats.number, validity, fields }, before, after);
}

/** A boost that is off does nothing, as one that isn't there. */
function changedBoosts(words: Words, before: EditedBoosts, after: EditedBoosts): Change[] {
  const { t } = words;
  const told = (boost: Boost | undefined) => (boost?.is_active ? toldBoost(words)(boost) : null);
  const ids = new Set([...before.boosts, ...after.boosts].map(({ id }) => id));
  const find = ({ boosts }: EditedBoosts, id: number) => boosts.find((boost) => boost.id === id);
  const rows = [...ids].map((id): Change => ({ id, before: told(find(before, id)), after: told(find(after, id)) }));
  const settings = ({ overrides_relevance: isOn }: EditedBoosts): string => settingText(t, isOn);
  const all: Change[] = [...rows, { id: 'settings', before: settings(before), after: settings(after) }];
  return all.filter((change) => change.before !== change.after);
}

const icons = { added: Plus, changed: Pencil, deleted: Minus } as const;

/** What the draft and what isn't saved of it change for customers. Its address is `?changes=1`. */
export function BoostChanges({ now, data: { live, fields } }: { readonly now: EditedBoosts; readonly data: Boosts }) {
  const [{ changes }, change] = useAddress();
  const differing = useChangedBoosts(fields)(live, now);
  const words = { added: t('added'), changed: t('changed'), deleted: t('deleted') };
  return (
    <SideDrawer
      isOpen={changes !== undefined}
      title={t('Changes that are not live')}
      onClose={() => change({ changes: undefined })}
    >
      <Stack gap={16}>
        {differing.length === 0 && <Text size="sm">{t('Nothing to publish')}</Text>}
        <ul className={classes.changes}>
          {differing.map(({ id, before, after }) => {
            const kind = before === null ? 'added' : after === null ? 'deleted' : 'changed';
            const Icon = icons[kind];
            return (
              <li key={id}>
                <Icon size={16} role="img" aria-label={words[kind]} className={classes.icon} />
                <span>
                  {before !== null && <del className={classes.before}>{before}</del>}
                  {after !== null && <span className={classes.after}>{after}</span>}
                </span>
              </li>
            );
          })}
        </ul>
      </Stack>
    </SideDrawer>
  );
}
