import { Avatar, Button, FileButton, Group, Input } from '@mantine/core';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { maximumPictureBytes, type UserDataInput } from './personal-data.contract.ts';

/** Chooses, shows and takes away the picture of a person. */
export function PictureField({ form }: { readonly form: RecordFormState<typeof UserDataInput> }) {
  const t = useText();
  const { photo } = form.values;
  const note = (code: 'noPicture' | 'pictureTooLarge') => form.note([{ field: 'photo', code, message: code }]);
  const choose = (file: File | null) => {
    if (!file) return;
    if (!/^image\/(?:png|jpeg)$/.test(file.type)) return note('noPicture');
    if (file.size > maximumPictureBytes) return note('pictureTooLarge');
    form.note([]);
    const reader = new FileReader();
    reader.addEventListener('load', () => form.set('photo', reader.result as string));
    reader.readAsDataURL(file);
  };
  return (
    <Input.Wrapper description={t('PNG or JPG, up to 2 MB.')} error={form.field('photo').error}>
      <Group gap={12} mb={8}>
        <Avatar src={photo ?? null} size={72} alt={t('Picture')} />
        <FileButton onChange={choose} accept="image/png,image/jpeg">
          {(button) => (
            <Button variant="default" {...button}>
              {t('Change picture')}
            </Button>
          )}
        </FileButton>
        {photo && (
          <Button variant="subtle" onClick={() => form.set('photo', null)}>
            {t('Remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
