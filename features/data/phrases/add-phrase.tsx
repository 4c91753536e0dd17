import { NumberInput, TextInput } from '@mantine/core';
import { useAddress } from '#console-kit/state/address.ts';
import { useText } from '#console-kit/text/i18n.ts';
import { useCall } from '#console-kit/calls/queries.ts';
import { DrawerForm, SideDrawer } from '#console-kit/dialog/side-drawer.tsx';
import { toast } from '#console-kit/dialog/toast.tsx';
import { addPhrase, defaultBoost, listPhrases, maximumBoost, minimumBoost, PhraseInput } from './phrases.contract.ts';

/** Its address is `?edit=new`. */
export function AddPhraseDrawer({ collectionId }: { readonly collectionId: number }) {
  const t = useText();
  const [{ edit }, change] = useAddress();
  const add = useCall(addPhrase, { refreshes: [listPhrases] });
  const close = () => change({ edit: undefined });
  return (
    <SideDrawer isOpen={edit === 'new'} title={t('Add phrase')} onClose={close}>
      {edit === 'new' && (
        <DrawerForm
          schema={PhraseInput}
          initial={{ phrase: '', boost: defaultBoost }}
          names={{ phrase: t('Phrase'), boost: t('Boost'), is_visible: t('Visible') }}
          save={async (input) => {
            const { phrase, item_count: count } = await add.mutateAsync({ c: collectionId, ...input });
            toast({ text: t('“{phrase}” is suggested from now on. It finds {count} items.', { phrase, count }) });
          }}
          saveLabel={t('Add phrase')}
          onClose={close}
        >
          {({ field }) => (
            <>
              <TextInput {...field('phrase')} description={t('As it should be suggested.')} data-autofocus />
              <NumberInput
                {...field('boost')}
                description={t('Phrases with a higher boost are suggested first; 1 is usual.')}
                min={minimumBoost}
                max={maximumBoost}
                step={0.5}
              />
            </>
          )}
        </DrawerForm>
      )}
    </SideDrawer>
  );
}
