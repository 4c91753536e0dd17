import { Table } from '@mantine/core';
import { linkTo } from '#ui/state/address.ts';
import { AllowedLink } from '#ui/page/allowed-link.tsx';
import { formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import classes from './rule-import.module.css';
import type { RuleImport } from '#features/search-settings/rule-import/rule-import.contract.ts';
import { kindWords } from './rule-import-words.tsx';

/** What happens to each kind; once it has happened, each leads to its list. */
export function ForeseenKinds({ outcome: { kinds, is_written: isWritten } }: { readonly outcome: RuleImport }) {
  const words = kindWords(t);
  const columns = [t('Added'), t('Changed'), t('As they are'), t('Refused')];
  return (
    <Table className={classes.table} withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind')}</Table.Th>
          {columns.map((title) => (
            <Table.Th key={title} className={classes.number}>
              {title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {kinds.map(({ kind, new: added, changed, same, refused }) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row" fw={500}>
              {isWritten ? (
                <AllowedLink needs="search" to={linkTo(words[kind].path)}>
                  {words[kind].title}
                </AllowedLink>
              ) : (
                words[kind].title
              )}
            </Table.Th>
            {[added, changed, same, refused].map((count, at) => (
              <Table.Td key={columns[at]} className={classes.number} data-title={columns[at]}>
                {formats.number(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
