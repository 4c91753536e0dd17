import { History } from './history.tsx';

/** What visitors typed before they searched. */
export default function AutocompleteHistoryPage() {
  return <History resultObject="autocomplete" />;
}
