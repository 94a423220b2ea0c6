import { Segmented } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { TradeForm } from '../receipt/trade-form.tsx';
import { CheckForm } from './check-form.tsx';
import type { Wanted } from './read-address.ts';

type Props = {
  markets: readonly MarketInfo[];
  wanted: Extract<Wanted, { kind: 'nothing' | 'unreadable' | 'unreadable_receipt' }>;
};

/** Selects a price or a trade to check. */
export function WhatToCheck({ markets, wanted }: Props) {
  const text = useText();
  const isTrade = wanted.kind === 'unreadable_receipt';
  const [what, setWhat] = useState<'price' | 'trade'>(isTrade ? 'trade' : 'price');
  const options = (['price', 'trade'] as const).map((value) => ({ value, label: text(`proof.what.${value}`) }));
  return (
    <>
      <div className="px-gutter pt-2 pb-2">
        <Segmented label={text('proof.what')} options={options} value={what} onChange={setWhat} />
      </div>
      {what === 'trade' ? (
        <TradeForm isUnreadable={isTrade} />
      ) : (
        <CheckForm
          markets={markets}
          symbol={wanted.kind === 'unreadable' ? wanted.symbol : undefined}
          isUnreadable={wanted.kind === 'unreadable'}
        />
      )}
    </>
  );
}
