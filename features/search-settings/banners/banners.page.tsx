import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { GalleryHorizontal } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { shortTextLength } from '#contract/fields.ts';
import { upload } from '#features/data/feeds/screen/feed-source.picker.tsx';
import { CollectionPage } from '#ui/collection/collection-page.tsx';
import { idOf, useCrud, usualActions } from '#ui/crud/crud.ts';
import { RowsPage } from '#ui/crud/crud-page.tsx';
import { RecordDrawer } from '#ui/crud/record-drawer.tsx';
import { columnsOf, type RowField, type RowFields } from '#ui/crud/row-fields.ts';
import { useStateColumn } from '#ui/crud/rule-state.tsx';
import { NumberField } from '#ui/form/number-field.tsx';
import { PickFile, WebsiteInput } from '#ui/form/text-inputs.tsx';
import { Picture } from '#ui/item/item-cell.tsx';
import { Sentences } from '#ui/page/page.tsx';
import { categoryText, formats } from '#ui/text/format.ts';
import { t } from '#ui/text/i18n.ts';
import { Moment } from '#ui/text/moment.tsx';
import { errorText } from '#ui/calls/error-text.ts';
import { CategoryPicker } from '#features/search-settings/curations/screen/category.picker.tsx';
import { useFindingStates } from '#features/search-settings/linter/findings.panel.tsx';
import { BannerPreview } from './banner-preview.tsx';
import { type BannerRow, banners, pictureLimitBytes, pictureTypes, uploadBannerPicture } from './banners.contract.ts';
import { bannerMatches, bannerPlaces } from './banners.released.tsx';

const frame = () => ({
  title: t('Banners'),
  purpose: t('Show a picture or a message for a query or a category.'),
  help: <Help />,
});
const keys = ['sort', 'order', 'edit', 'state'];
const usualSort = { sort: 'name', order: 'asc' } as const;

export default function BannersPage() {
  return (
    <CollectionPage keys={keys} frame={frame()}>
      {({ id }) => <Banners c={id} />}
    </CollectionPage>
  );
}

function Banners({ c }: { readonly c: number }) {
  const crud = useCrud(banners, { nameOf: ({ name }) => name, scope: { c }, usualSort });
  const state = useStateColumn(useFindingStates('banners'));
  const fields = bannerFields(c);
  const add = t('Add banner');
  return (
    <RowsPage
      crud={crud}
      frame={frame()}
      words={{
        add,
        search: t('Search the list'),
        empty: t('No banners yet'),
        why: t('Announce a sale above the results for “boots”, or in the category Shoes.'),
      }}
      icon={GalleryHorizontal}
      columns={[...columnsOf(banners, fields), state]}
      add={() => crud.open('new')}
      opens={(row) => ({ edit: idOf(row) })}
      actions={usualActions(crud)}
    >
      <RecordDrawer crud={crud} add={add} fields={fields} beside={({ values }) => <BannerPreview banner={values} />} />
    </RowsPage>
  );
}

function ShownBanner({ banner: { name, image, headline, alt } }: { readonly banner: BannerRow }) {
  const text = headline || alt;
  return (
    <Group gap={10} wrap="nowrap">
      {image !== '' && <Picture address={image} />}
      <div>
        {name}
        {text !== name && <div style={{ color: 'var(--mantine-color-dimmed)', fontSize: 13 }}>{text}</div>}
      </div>
    </Group>
  );
}

const BannerPlace = ({ banner: { place, item_position: position } }: { readonly banner: BannerRow }) => (
  <span style={{ whiteSpace: 'nowrap' }}>
    {place === 'between' ? t('Before item {position}', { position }) : bannerPlaces(t)[place].name}
  </span>
);

type Field = RowField<typeof banners>;
type FieldInput = NonNullable<Field['input']>;
type Form = Parameters<FieldInput>[0];

/** Uploaded, or shown from the shop by its address. */
function PictureField({ form }: { readonly form: Form }) {
  const { image } = form.values;
  const [isSending, setSending] = useState(false);
  const send = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    const refuse = (message: string) => form.note([{ field: 'image', code: 'noPicture', message }]);
    if (file.size > pictureLimitBytes) return refuse(t('The picture is larger than 2 MB.'));
    setSending(true);
    try {
      form.set('image', (await upload(uploadBannerPicture, {}, file)).address);
    } catch (error) {
      refuse(errorText(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <div>
      <WebsiteInput
        field={{ ...form.field('image'), description: t('Upload it (PNG, JPG, WebP or GIF, up to 2 MB) or type its address.') }}
        value={image}
        change={(address) => form.set('image', address)}
      />
      <Group gap={8} mt={8}>
        <PickFile accept={pictureTypes.join(',')} size="xs" loading={isSending} onPicked={(files) => void send(files)}>
          {image === '' ? t('Upload a picture') : t('Change picture')}
        </PickFile>
        {image !== '' && (
          <Button variant="subtle" size="xs" onClick={() => form.set('image', '')}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </div>
  );
}

/** Follows the headline, or else the first query, until somebody types another name. */
function NameField({ form }: { readonly form: Form }) {
  const { name, headline = '', queries, category = '' } = form.values;
  const usual = (headline.trim() || queries[0] || categoryText(category)).slice(0, shortTextLength);
  const last = useRef(usual);
  useEffect(() => {
    if (name === '' || name === last.current) form.set('name', usual);
    last.current = usual;
    // oxlint-disable-next-line react/exhaustive-deps -- An emptied name stays empty.
  }, [usual]);
  return <TextInput {...form.field('name')} />;
}

const isShownIf =
  (isShown: (values: Form['values']) => boolean, input: (form: Form) => ReactNode): FieldInput =>
  (form) =>
    isShown(form.values) ? input(form) : null;

const bannerFields = (c: number): RowFields<typeof banners> => ({
  banner: { label: t('Name'), cell: (banner) => <ShownBanner banner={banner} />, sort: 'name', width: '26%' },
  queries: {
    label: t('Queries'),
    hint: t('Press Enter after each one. All forms of a word match.'),
    cell: ({ queries, category }) => [...queries, ...(category === '' ? [] : [categoryText(category)])].join(', '),
    width: '20%',
  },
  match: { label: t('Match'), choices: bannerMatches(t), isFormOnly: true },
  category: {
    label: t('Category'),
    isFormOnly: true,
    input: (form) => (
      <CategoryPicker
        key="category"
        {...form.field('category')}
        c={c}
        value={form.values.category ?? ''}
        onChange={(path) => form.set('category', path)}
      />
    ),
  },
  image: {
    label: t('Picture'),
    isFormOnly: true,
    input: (form) => <PictureField key="image" form={form} />,
  },
  alt: {
    label: t('Alternative text'),
    isFormOnly: true,
    input: isShownIf(
      ({ image }) => image.trim() !== '',
      (form) => (
        <TextInput
          key="alt"
          {...form.field('alt')}
          description={t('What the picture says, for people who don’t see it. Empty: the headline.')}
        />
      ),
    ),
  },
  headline: { label: t('Headline'), isFormOnly: true },
  text: {
    label: t('Text'),
    isFormOnly: true,
    input: (form) => <Textarea key="text" {...form.field('text')} autosize minRows={2} />,
  },
  link: {
    label: t('Link'),
    isFormOnly: true,
    input: (form) => (
      <WebsiteInput
        key="link"
        field={{ ...form.field('link'), description: t('Opened by a click on the banner: an address, or a path such as /sale.') }}
        value={form.values.link ?? ''}
        change={(address) => form.set('link', address)}
      />
    ),
  },
  place: { label: t('Place'), choices: bannerPlaces(t), cell: (banner) => <BannerPlace banner={banner} />, width: 180 },
  view_count: {
    label: t('Searches'),
    cell: ({ view_count: count, queries }) => (queries.length === 0 ? '–' : formats.number(count ?? 0)),
    isNumber: true,
    width: 100,
  },
  click_count: { label: t('Clicks'), cell: ({ click_count: count }) => formats.number(count ?? 0), isNumber: true, width: 90 },
  updated_at: { label: t('Changed'), cell: ({ updated_at: at }) => <Moment at={at} />, isWideOnly: true, width: 130 },
  item_position: {
    label: t('Before item'),
    isFormOnly: true,
    input: isShownIf(
      ({ place }) => place === 'between',
      (form) => <NumberField key="item_position" {...form.field('item_position')} min={1} max={1000} decimals={0} />,
    ),
  },
  name: { label: t('Internal name'), isFormOnly: true, input: (form) => <NameField key="name" form={form} /> },
});

function Help() {
  return (
    <Sentences
      of={[
        t('A banner is live at once, within its validity.'),
        t('Searches that showed it and clicks on it are of the last 30 days.'),
        t('Pages that call the front API get it as “banners”. The search plugin draws it.'),
      ]}
    />
  );
}
