import type { listUsers, ProjectUser } from '#features/access-management/users/users.contract.ts';
import type { ParsedInputOf } from '#contract/endpoint.ts';
import { type Page, toPage } from '#contract/page.ts';

type Asked = ParsedInputOf<typeof listUsers>;

/** Those that are asked for. A project has few enough users to look at all of them. */
export function pageOfUsers(users: readonly ProjectUser[], ownId: number, asked: Asked): Page<ProjectUser> {
  const wanted = folded(asked.search);
  const found = users.filter(
    (user) =>
      folded(`${user.name} ${user.surname} ${user.email}`).includes(wanted) &&
      (asked.status === undefined || user.status === asked.status) &&
      (asked.group === undefined || hasGroup(user, Number(asked.group))),
  );
  const sorted = found.toSorted(orderOf(asked, ownId));
  const start = (asked.page - 1) * asked.per_page;
  return toPage(sorted.slice(start, start + asked.per_page), sorted.length, asked.per_page);
}

const hasGroup = ({ is_owner: isOwner, user_groups: groups }: ProjectUser, group: number): boolean =>
  isOwner || groups.some(({ id }) => id === group);

type Order = (one: ProjectUser, other: ProjectUser) => number;
const names = new Intl.Collator(undefined, { numeric: true });
/** Who is invited has no name yet. */
const nameOf = ({ name, surname, email }: ProjectUser): string => `${name} ${surname}`.trim() || email;
const byName: Order = (one, other) => names.compare(nameOf(one), nameOf(other)) || names.compare(one.email, other.email);

function orderOf({ sort, order }: Asked, ownId: number): Order {
  const sign = order === 'desc' ? -1 : 1;
  if (sort === 'user') return (one, other) => sign * byName(one, other);
  if (sort === 'last_seen')
    return (one, other) => sign * ((one.last_seen_at ?? 0) - (other.last_seen_at ?? 0)) || byName(one, other);
  return (one, other) => Number(other.id === ownId) - Number(one.id === ownId) || byName(one, other);
}

const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
