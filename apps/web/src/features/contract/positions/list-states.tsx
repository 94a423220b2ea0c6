import { Button, buttonClass, Empty } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';

/** Shows a visitor one line and the login link. */
export function ListVisitor() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="px-gutter py-6 text-center text-body text-ink-2">
      {text('position.visitor')}{' '}
      <Link className="hit text-brand" to={loginWithReturn(`${pathname}${search}`)}>
        {text('position.login')}
      </Link>
    </p>
  );
}

type NoneProps = { list: 'positions' | 'orders'; showAll: (() => void) | undefined };

/** Shows that there is nothing, or nothing in the market the list is limited to. */
export function NothingListed({ list, showAll }: NoneProps) {
  const text = useText();
  const key = list === 'positions' ? 'none' : 'pending.none';
  if (showAll !== undefined)
    return (
      <Empty
        title={text(`position.${key}.match`)}
        action={
          <Button size="small" onClick={showAll}>
            {text('position.none.show')}
          </Button>
        }
      />
    );
  if (list === 'orders')
    return <Empty title={text('position.pending.none')} text={text('position.pending.none.text')} />;
  return <Empty title={text('position.none.title')} text={text('position.none.text')} />;
}

/** Links to the history of contracts. */
export function HistoryLink({ isButton = false }: { isButton?: boolean }) {
  const text = useText();
  return (
    <Link
      className={isButton ? buttonClass({ wide: true }) : 'tabs__i pos-history'}
      to="/pages/transaction/contract_order?tab=history"
    >
      {text(isButton ? 'position.history' : 'position.tab.history')}
    </Link>
  );
}
