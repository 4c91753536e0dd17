import { History } from './history.tsx';

export default function AutocompleteHistoryPage() {
  return <History resultObject="autocomplete" />;
}
