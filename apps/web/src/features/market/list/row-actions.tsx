import { isVisitor } from '@app/client/session';
import { ActionSheet, offerToast, showToast } from '@app/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useAfterClosing } from '../../../lib/use-after-closing.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { chartAddress } from '../movers/mover-line.ts';
import { type FavouriteChange, movedToTop, undoing } from './favourite-list.ts';
import { useChangeFavourites, useFavourites } from './favourites.ts';

/** Returns the row whose actions were opened, and whether its sheet is open. */
export function useRowActions() {
  const sheet = useSheet('market-row');
  const [symbol, setSymbol] = useState<string>();
  const open = useRef(sheet.open);
  useEffect(() => {
    open.current = sheet.open;
  });
  const show = useCallback((symbol: string) => {
    setSymbol(symbol);
    open.current();
  }, []);
  return { isOpen: sheet.isOpen && symbol !== undefined, close: sheet.close, symbol, show };
}

type Props = { actions: ReturnType<typeof useRowActions>; isOwn: boolean };

/** Shows the actions for a market other than opening it. */
export function RowActions({ actions: { isOpen, close, symbol = '' }, isOwn }: Props) {
  const text = useText();
  const go = useNavigate();
  const afterwards = useAfterClosing(isOpen);
  const { list = [], isUnknown } = useList();
  const keep = useKeeping(list);
  const chart = {
    label: text('market.list.chart'),
    icon: 'candle',
    run: afterwards(() => go(chartAddress(symbol))),
  } as const;
  const top = {
    ...({ label: text('market.favourites.top'), icon: 'arrow-up', disabled: isUnknown || list[0] === symbol } as const),
    run: afterwards(() => keep({ kind: 'order', symbols: movedToTop(list, symbol) })),
  };
  const star = list.includes(symbol)
    ? ({
        label: text('market.favourites.remove'),
        icon: 'star-on',
        run: afterwards(() => keep({ kind: 'remove', symbol })),
      } as const)
    : ({
        label: text('market.favourites.add'),
        icon: 'star',
        disabled: isUnknown,
        run: afterwards(() => keep({ kind: 'add', symbols: [symbol] })),
      } as const);
  return (
    <ActionSheet
      open={isOpen}
      onClose={close}
      title={symbol}
      closeLabel={text('system.close')}
      actions={isOwn ? [star, top, chart] : [star, chart]}
    />
  );
}

/**
 * Returns the user's list. Until it loads, the effect of a star is unknown. A visitor has none: the star leads to the
 * login.
 */
function useList() {
  const isNobodys = isVisitor(useSessionScope());
  const { list } = useFavourites();
  return { list, isUnknown: !isNobodys && list === undefined };
}

/** Returns whether a market is a favourite, undefined until that is known, and how to change it. */
export function useStars() {
  const { list = [], isUnknown } = useList();
  const keep = useKeeping(list);
  const known = useRef({ list, keep });
  useEffect(() => {
    known.current = { list, keep };
  });
  // The same function at every render, so that rows do not render with it.
  const toggle = useCallback((symbol: string) => {
    const { list, keep } = known.current;
    keep(list.includes(symbol) ? { kind: 'remove', symbol } : { kind: 'add', symbols: [symbol] });
  }, []);
  return { isOn: (symbol: string) => (isUnknown ? undefined : list.includes(symbol)), toggle };
}

const DONE = { add: 'added', remove: 'removed', order: 'ordered' } as const;

/** Applies a change at once and offers an undo; sends a visitor to log in first. */
function useKeeping(list: readonly string[]) {
  const text = useText();
  const go = useNavigate();
  const { pathname, search } = useLocation();
  const scope = useSessionScope();
  const change = useChangeFavourites();
  return (request: FavouriteChange) => {
    if (isVisitor(scope)) return void go(loginWithReturn(`${pathname}${search}`));
    change(request);
    const message = text(`market.favourites.${DONE[request.kind]}`);
    const undo = undoing(list, request);
    if (undo.length === 0) return showToast(message);
    offerToast(message, { label: text('system.undo'), run: () => undo.forEach((back) => void change(back)) });
  };
}
