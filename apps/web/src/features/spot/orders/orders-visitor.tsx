import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';

/** Shows a visitor one line and the login link. */
export function OrdersVisitor() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <p className="px-gutter py-6 text-center text-body text-ink-2">
      {text('spot.orders.visitor')}{' '}
      <Link className="hit text-brand" to={loginWithReturn(`${pathname}${search}`)}>
        {text('spot.orders.login')}
      </Link>
    </p>
  );
}
