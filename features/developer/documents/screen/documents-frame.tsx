import type { PageFrame } from '#ui/collection/collection-page.tsx';
import { Sentences } from '#ui/page/sentences.tsx';
import { t } from '#ui/text/i18n.ts';

export function useDocumentsFrame(): PageFrame {
  return {
    title: t('Documents'),
    purpose: t('All items of a collection, as they are stored and as they are indexed.'),
    isWide: true,
    help: <Help />,
  };
}

function Help() {
  return (
    <Sentences
      of={[
        t(
          'Every item of the collection is here, also variants and those that a curation hides. They are searched as your shop is.',
        ),
        t(
          'A click on an item shows what your feed brought beside what became of it: which fields are searched, how much each counts, and the words by which the item is found.',
        ),
        t('“Own items” are those that came by Aisle’s own feed, by the item API or by hand, with who changed each of them last.'),
        t(
          'What you save is searchable at once. An item that a feed brought is overwritten by the next import of that feed; items of the API stay until they are sent again or deleted.',
        ),
        t(
          'An example: a gift voucher with the id “voucher-500”, a name and a price. Customers who search for “gift” find it beside your goods.',
        ),
        t('Search, filter, sort and the open item are in the address: copy it to show a colleague what you see.'),
      ]}
    />
  );
}
