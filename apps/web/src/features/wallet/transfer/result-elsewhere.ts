import { amountForSpeech } from '@app/money';
import { notify } from '@app/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { ReadyTransfer } from './transfer-form.ts';

/** Shows the result on the current screen after the transfer screen was left, so that it is not lost. */
export function useResultElsewhere(): (transfer: ReadyTransfer) => void {
  const text = useText();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return ({ amount, currency }) => {
    if (isHere.current) return;
    notify({
      id: 'transfer',
      kind: 'ok',
      text: `${text('wallet.receipt.title')}: ${amountForSpeech(amount)} ${currency}`,
    });
  };
}
