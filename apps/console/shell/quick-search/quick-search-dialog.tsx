import { Modal, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Fragment, type KeyboardEvent, useId, useState } from 'react';
import { t } from '#ui/text/i18n.ts';
import { RefetchBar } from '#ui/page/refetch-bar.tsx';
import { type Hit, minimumCharacters, useHits } from './quick-search-hits.ts';
import classes from './quick-search.module.css';
import { ItemCell } from '#ui/item/item-cell.tsx';

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

interface QuickSearchResultsProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly chosen: number;
  readonly onChoose: (place: number) => void;
  readonly onOpen: (hit: Hit) => void;
}

function QuickSearchResults({ id, hits, chosen, onChoose, onOpen }: QuickSearchResultsProps) {
  const groupNames = {
    recent: t('Recent'),
    screen: t('Screens'),
    action: t('Actions'),
    project: t('Projects'),
    item: t('Items'),
  };
  return (
    <div id={id} role="listbox" aria-label={t('Results')} className={classes.results} hidden={hits.length === 0}>
      {hits.map((hit, place) => (
        <Fragment key={hit.key}>
          {hit.kind !== hits[place - 1]?.kind && (
            <div className={classes.group} role="presentation">
              {groupNames[hit.kind]}
            </div>
          )}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys go to the input, which stays focused. */}
          <div
            id={`${id}-${place}`}
            role="option"
            tabIndex={-1}
            aria-selected={place === chosen}
            className={classes.hit}
            onMouseMove={() => place !== chosen && onChoose(place)}
            onClick={() => onOpen(hit)}
          >
            <HitLine hit={hit} />
          </div>
        </Fragment>
      ))}
    </div>
  );
}

function HitLine({ hit }: { readonly hit: Hit }) {
  if (hit.kind === 'item') return <ItemCell item={hit.item} />;
  const { icon: Icon, title } = hit;
  return (
    <>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span>{title}</span>
    </>
  );
}
