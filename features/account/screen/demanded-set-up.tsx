import { useEffect } from 'react';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ConfirmDialog } from '#ui/dialog/confirm.tsx';
import { returnAddress } from '#ui/state/return-address.ts';
import { readSecondFactor } from '#features/account/account.contract.ts';
import { SetUpSteps } from './set-up-steps.tsx';

const goOn = () => location.replace(returnAddress(location.search));

export default function DemandedSetUp() {
  const { data } = useAnswer(readSecondFactor, {});
  const isOn = data !== null && data.on_since !== null;
  // Set up in another tab.
  useEffect(() => {
    if (isOn) goOn();
  }, [isOn]);
  return (
    <>
      {!isOn && <SetUpSteps onDone={goOn} />}
      <ConfirmDialog />
    </>
  );
}
