import { KeyHints } from '@app/ui';
import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import { flipHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useIsOpen } from '../../../data/app/openness.ts';
import { useText } from '../../../data/app/texts.ts';
import { coinPath } from '../assets/coins.ts';

type Props = {
  coins: readonly string[];
  selected: string | undefined;
  onSelect: (currency: string) => void;
  onToggle: (currency: string) => void;
  search: { readonly current: HTMLElement | null };
};

const TRANSFER = '/pages/fund/transfer';
const CONVERT = '/pages/fund/fundTransfer';

/** Lets the keyboard move through the table and act on the selected coin. */
export function useAssetKeys({ coins, selected, onSelect, onToggle, search }: Props): void {
  const go = useNavigate();
  const isOpen = useIsOpen();
  const move = (step: 1 | -1) => {
    const at = selected === undefined ? -1 : coins.indexOf(selected);
    const next = at < 0 ? coins[0] : coins[Math.min(Math.max(at + step, 0), coins.length - 1)];
    if (next === undefined) return;
    onSelect(next);
    document.querySelector(`tr[data-coin="${CSS.escape(next)}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const act = (key: string): boolean => {
    if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
    else if (key === 'h') flipHiddenAmounts();
    else if (key === '/') search.current?.querySelector('input')?.focus();
    else if (key === 't') void go(TRANSFER);
    else if (key === 'c' && isOpen(CONVERT)) void go(CONVERT);
    else if (key === 'o' && selected !== undefined) onToggle(selected);
    else if (key === 'Enter' && selected !== undefined) void go(coinPath(selected));
    else return false;
    return true;
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]') !== null) return;
    const isControl = target instanceof HTMLElement && target.matches('a, button, input, textarea, select');
    const isField = target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select');
    if (isField || (isControl && key.length > 1)) return;
    if (act(key)) event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Names the keys, at the foot of the page. */
export function AssetKeys() {
  const text = useText();
  const isOpen = useIsOpen();
  const keys = [
    [['j', 'k'], text('wallet.key.move')],
    [['↵'], text('wallet.key.coin')],
    [['o'], text('wallet.key.accounts')],
    [['t'], text('wallet.transfer')],
    ...(isOpen(CONVERT) ? [[['c'], text('wallet.convert.title')] as const] : []),
    [['h'], text('wallet.total.hide')],
    [['/'], text('wallet.search')],
  ] as const;
  return <KeyHints label={text('wallet.keys')} keys={keys} />;
}
