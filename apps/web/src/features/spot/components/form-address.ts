import type { Side } from '@app/domain/spot';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { priceIn, sideIn, withoutPrice, withSideIn } from '../model/form-address.ts';
import { type FormChange, type FormContext, withPriceFromAddress } from '../model/form-moves.ts';
import { withSide } from '../model/form-state.ts';

/** What the address asks the form for, and how it is kept true. */
export function useFormAddress() {
  const [fields, setFields] = useSearchParams();
  return {
    side: sideIn(fields),
    price: priceIn(fields),
    writeSide: (side: Side) => setFields((now) => withSideIn(now, side), { replace: true }),
    dropPrice: () => setFields(withoutPrice, { replace: true }),
  };
}

type Address = ReturnType<typeof useFormAddress>;

/** What a link asks for goes before what was kept: its side as long as it says one, its price once. */
export function useAddressFields({ side, price, dropPrice }: Address, context: FormContext, change: FormChange): void {
  const applySide = useEffectEvent((requested: Side) => change((now) => withSide(now, requested, context.steps)));
  const begin = useEffectEvent((requested: string) => {
    change((now) => withPriceFromAddress(now, requested, context));
    dropPrice();
  });
  useEffect(() => {
    if (side !== undefined) applySide(side);
  }, [side]);
  useEffect(() => {
    if (price !== undefined) begin(price);
  }, [price]);
}
