import { Avatar, Button, Group, Input } from '@mantine/core';
import { PickFile } from '#ui/form/pick-file.tsx';
import type { RecordFormState } from '#ui/form/record-form.ts';
import { t } from '#ui/text/i18n.ts';
import { errorText } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { ChosenPicture, pictureTypes, type UserDataInput } from '#features/account/personal-data/personal-data.contract.ts';

const sidePx = 160;
const quality = 0.85;

export function PictureField({ form }: { readonly form: RecordFormState<typeof UserDataInput> }) {
  const { photo } = form.values;
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    const parsed = ChosenPicture.safeParse(file);
    form.note(parsed.success ? [] : problemsOf(parsed.error, file).map((problem) => ({ ...problem, field: 'photo' })));
    if (!parsed.success) return;
    void scaled(file).then((address) => {
      if (address === null) form.note([{ field: 'photo', code: 'noPicture', message: errorText('noPicture') }]);
      else form.set('photo', address);
    });
  };
  return (
    <Input.Wrapper
      label={t('Picture')}
      labelElement="div"
      description={t('PNG or JPG, up to 2 MB.')}
      error={form.field('photo').error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap={12} my={8}>
        <Avatar src={photo ?? null} size={72} alt={t('Picture')} />
        <PickFile onPicked={choose} accept={pictureTypes.join(',')}>
          {t('Change picture')}
        </PickFile>
        {photo && (
          <Button variant="subtle" onClick={() => form.set('photo', null)}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}

async function scaled(file: File): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement('canvas');
  canvas.width = sidePx;
  canvas.height = sidePx;
  const context = canvas.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sidePx, sidePx);
  context.drawImage(picture, (picture.width - side) / 2, (picture.height - side) / 2, side, side, 0, 0, sidePx, sidePx);
  picture.close();
  return canvas.toDataURL('image/jpeg', quality);
}
