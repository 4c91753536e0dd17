import { History } from './history.tsx';

/** What visitors searched for. */
export default function SearchHistoryPage() {
  return <History resultObject="search" />;
}
