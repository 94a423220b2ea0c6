import { amountForSpeech } from '@app/money';
import { notify } from '@app/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../../shared/texts.ts';
import type { ReadyTransfer } from '../model/transfer-form.ts';

/** A result must not be lost with its screen: whoever has left it is told where they are now. */
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
