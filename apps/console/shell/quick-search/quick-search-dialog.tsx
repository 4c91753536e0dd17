import { Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { t } from '#console-kit/text/i18n.ts';
import { RefetchBar } from '#console-kit/page/refetch-bar.tsx';
import { minimumCharacters, useHits, type Hit } from './quick-search-hits.ts';
import { QuickSearchResults } from './quick-search-results.tsx';
import classes from './quick-search.module.css';

const debounceMs = 200;

export default function QuickSearchDialog({ onClose }: { readonly onClose: () => void }) {
  const listId = useId();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), debounceMs);
  const { hits, isSearching, hasFailed } = useHits(settled);
  const [place, setPlace] = useState(0);
  const chosen = Math.min(place, hits.length - 1);

  const open = (hit: Hit | undefined) => {
    if (!hit) return;
    onClose();
    hit.go();
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setPlace((chosen + 1) % Math.max(hits.length, 1));
    else if (event.key === 'ArrowUp') setPlace((chosen - 1 + hits.length) % Math.max(hits.length, 1));
    else if (event.key === 'Enter') open(hits[chosen]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size={560}
      centered={false}
      attributes={{ content: { 'aria-label': t('Quick search') } }}
    >
      <div className={classes.field}>
        <Search size={18} aria-hidden />
        <input
          className={classes.input}
          data-autofocus
          role="combobox"
          aria-expanded={hits.length > 0}
          aria-controls={listId}
          aria-label={t('Search screens and items')}
          aria-activedescendant={hits[chosen] ? `${listId}-${chosen}` : undefined}
          placeholder={t('Search screens and items')}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPlace(0);
          }}
          onKeyDown={move}
        />
      </div>
      <RefetchBar isMoving={isSearching} />
      <QuickSearchResults id={listId} hits={hits} chosen={chosen} onChoose={setPlace} onOpen={open} />
      {hasFailed && (
        <div className={classes.message} role="alert">
          {t('Connection error. Please try again later..')}
        </div>
      )}
      {!hasFailed && hits.length === 0 && (
        <div className={classes.message}>
          {settled.length < minimumCharacters && t('Type at least {min} characters.', { min: minimumCharacters })}
          {settled.length >= minimumCharacters && !isSearching && t('Nothing matches “{search}”', { search: settled })}
        </div>
      )}
      <VisuallyHidden role="status">{hits.length > 0 && t('{count} results', { count: hits.length })}</VisuallyHidden>
    </Modal>
  );
}
