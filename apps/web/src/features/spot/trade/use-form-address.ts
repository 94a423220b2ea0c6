import type { Side } from '@app/domain/spot';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { priceIn, sideIn, withoutPrice, withSideIn } from './form-address.ts';
import { type FormChange, type FormContext, withPriceFromAddress } from './form-moves.ts';
import { withSide } from './form-state.ts';

/** Returns the side and price requested by the address, and the functions that keep it up to date. */
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

/** Applies a link's values over stored ones: its side as long as it has one, its price once. */
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
