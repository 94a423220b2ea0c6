import { KeyHints } from '@app/ui';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { chartAddress } from '../movers/mover-line.ts';
import { deskAction, symbolBeside } from './desk-keys.ts';

type Props = {
  shown: readonly MarketInfo[];
  selected: MarketInfo | undefined;
  onSelect: (symbol: string) => void;
  onStar: (symbol: string) => void;
  search: { readonly current: HTMLElement | null };
};

/** Address of the order form of a market and side; undefined where it has no spot market. */
export const tradeAddress = ({ symbol, products }: MarketInfo, side: 'buy' | 'sell'): string | undefined =>
  products.includes('spot') ? `/pages/transaction/currency?${new URLSearchParams({ symbol, side })}` : undefined;

/** Lets the keyboard move through the table and act on the selected market. */
export function useDeskKeys({ shown, selected, onSelect, onStar, search }: Props): void {
  const go = useNavigate();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = deskAction(event, placeOf(event.target));
    if (action === undefined) return;
    if (action === 'search') search.current?.querySelector('input')?.focus();
    else if (action === 'next' || action === 'previous') move(action === 'next' ? 1 : -1);
    else if (selected === undefined) return;
    else if (action === 'favourite') onStar(selected.symbol);
    else {
      const address = action === 'chart' ? chartAddress(selected.symbol) : tradeAddress(selected, action);
      if (address === undefined) return;
      void go(address);
    }
    event.preventDefault();
  });
  const move = (step: 1 | -1) => {
    const symbols = shown.map(({ symbol }) => symbol);
    const symbol = symbolBeside(symbols, selected?.symbol, step);
    if (symbol === undefined) return;
    onSelect(symbol);
    document.querySelector(`tr[data-symbol="${CSS.escape(symbol)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function placeOf(target: EventTarget | null): 'list' | 'control' | 'field' | 'behind' {
  if (document.querySelector('[role="dialog"]') !== null) return 'behind';
  if (!(target instanceof HTMLElement)) return 'list';
  if (target.matches('input:not([type=radio]), textarea, select')) return 'field';
  if (target.closest('tr[data-symbol] [data-select]') !== null) return 'list';
  return target.matches('a, button, input, [role=tab]') ? 'control' : 'list';
}

/** Names the keys, at the foot of the page. */
export function DeskKeys() {
  const text = useText();
  const keys = [
    [['j', 'k'], text('market.desk.key.move')],
    [['↵'], text('market.desk.key.chart')],
    [['b'], text('market.chart.buy')],
    [['s'], text('market.chart.sell')],
    [['f'], text('market.desk.key.favourite')],
    [['/'], text('market.desk.key.search')],
  ] as const;
  return <KeyHints label={text('market.desk.keys')} keys={keys} />;
}
