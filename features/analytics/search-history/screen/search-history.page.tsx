import { History } from './history.tsx';

export default function SearchHistoryPage() {
  return <History resultObject="search" />;
}
