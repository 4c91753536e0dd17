interface Entry {
  readonly state: unknown;
  readonly address: string;
}

/** Frames share a tab's history: going back would walk through searches, and closing results leave the screen. */
export function stillHistory(): void {
  const entries: Entry[] = [];
  const put = history.replaceState.bind(history);
  const own: Pick<History, 'pushState' | 'back'> = {
    pushState(state: unknown, _title, address) {
      entries.push({ state: history.state, address: location.href });
      put(state, '', address);
    },
    back() {
      const entry = entries.pop();
      if (entry === undefined) return;
      put(entry.state, '', entry.address);
      dispatchEvent(new PopStateEvent('popstate', { state: entry.state }));
    },
  };
  for (const [name, value] of Object.entries(own)) Object.defineProperty(history, name, { value });
}
