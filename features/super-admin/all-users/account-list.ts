import type { ParsedInputOf } from '#contract/endpoint.ts';
import { searchText } from '#server-kit/search/search-text.ts';
import type { listAccounts } from './all-users.contract.ts';
import type { AccountRow, ByUser } from './all-users.store.ts';

type Asked = Pick<ParsedInputOf<typeof listAccounts>, 'search' | 'status' | 'role' | 'second_factor' | 'sort' | 'order'>;
/** What accounts are sorted by besides what stands in their rows. */
interface Known {
  readonly lastSeen: ByUser;
  readonly projectCounts: ByUser;
}

const names = new Intl.Collator(undefined, { numeric: true });
const byName = (one: AccountRow, other: AccountRow): number =>
  names.compare(`${one.name} ${one.surname}`, `${other.name} ${other.surname}`) || names.compare(one.email, other.email);

/** Those that are asked for, in their order. */
export function accountsFor(accounts: readonly AccountRow[], asked: Asked, { lastSeen, projectCounts }: Known): AccountRow[] {
  const wanted = searchText([asked.search]);
  const valueOf = ({ id, created_at: at }: AccountRow): number => {
    if (asked.sort === 'last_seen') return lastSeen.get(id) ?? 0;
    return asked.sort === 'projects' ? (projectCounts.get(id) ?? 0) : at;
  };
  const sign = asked.order === 'desc' ? -1 : 1;
  return accounts
    .filter(
      ({ name, surname, email, status, is_admin: isAdmin, has_second_factor: hasSecondFactor }) =>
        (asked.status === undefined || status === asked.status) &&
        (asked.role === undefined || isAdmin) &&
        (asked.second_factor === undefined || !hasSecondFactor) &&
        (wanted === '' || searchText([`${name} ${surname}`, email]).includes(wanted)),
    )
    .toSorted((one, other) =>
      asked.sort === 'user'
        ? sign * byName(one, other)
        : sign * (valueOf(one) - valueOf(other)) || byName(one, other) || one.id - other.id,
    );
}
