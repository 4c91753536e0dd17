import { Avatar, Button, Group, Input } from '@mantine/core';
import { PickFile } from '#console-kit/form/pick-file.tsx';
import type { RecordFormState } from '#console-kit/form/record-form.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { errorText } from '#contract/errors.ts';
import { problemsOf } from '#contract/problems.ts';
import { ChosenPicture, pictureTypes, type UserDataInput } from './personal-data.contract.ts';

/** Chooses, shows and takes away the picture of a person. */
export function PictureField({ form }: { readonly form: RecordFormState<typeof UserDataInput> }) {
  const t = useText();
  const { photo } = form.values;
  const choose = ([file]: readonly File[]) => {
    if (!file) return;
    const parsed = ChosenPicture.safeParse(file);
    form.note(parsed.success ? [] : problemsOf(parsed.error, file).map((problem) => ({ ...problem, field: 'photo' })));
    if (!parsed.success) return;
    void drawable(file).then((isPicture) => {
      if (!isPicture) return form.note([{ field: 'photo', code: 'noPicture', message: errorText('noPicture') }]);
      const reader = new FileReader();
      reader.addEventListener('load', () => form.set('photo', reader.result as string));
      reader.readAsDataURL(file);
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

/** Whether a file holds what its name and type say. */
const drawable = (file: File): Promise<boolean> =>
  createImageBitmap(file).then(
    (picture) => {
      picture.close();
      return true;
    },
    () => false,
  );
