import { Table } from '@mantine/core';
import { linkTo } from '#console-kit/state/address.ts';
import { AllowedLink } from '#console-kit/session/allowed-link.tsx';
import { useFormats } from '#console-kit/text/format.ts';
import { useText } from '#console-kit/text/i18n.ts';
import classes from './rule-import.module.css';
import type { RuleImport } from './rule-import.contract.ts';
import { kindWords } from './rule-import-words.tsx';

/** What happens to each kind; once it has happened, each leads to its list. */
export function ForeseenKinds({ outcome: { kinds, is_written: isWritten } }: { readonly outcome: RuleImport }) {
  const t = useText();
  const { number } = useFormats();
  const words = kindWords(t);
  return (
    <Table className={classes.table} withRowBorders>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('Kind')}</Table.Th>
          <Table.Th className={classes.number}>{t('New')}</Table.Th>
          <Table.Th className={classes.number}>{t('Changed')}</Table.Th>
          <Table.Th className={classes.number}>{t('As they are')}</Table.Th>
          <Table.Th className={classes.number}>{t('Refused')}</Table.Th>
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
              // oxlint-disable-next-line react/no-array-index-key -- Columns, which never move.
              <Table.Td key={at} className={classes.number}>
                {number(count)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
