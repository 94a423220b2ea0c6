import { isVisitor } from '@app/client/session';
import { Icon, IconButton } from '@app/ui';
import { useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useChangeFavourites, useFavourites } from '../list/favourites.ts';

/** Adds the market to the user's favourites or removes it; sends a visitor to log in. */
export default function ChartStar({ symbol }: { symbol: string }) {
  const text = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isNobodys = isVisitor(useSessionScope());
  const { list } = useFavourites();
  const change = useChangeFavourites();
  const isOn = list?.includes(symbol) ?? false;
  const toggle = () => {
    if (isNobodys) return void navigate(loginWithReturn(`${pathname}${search}`));
    change(isOn ? { kind: 'remove', symbol } : { kind: 'add', symbols: [symbol] });
  };
  return (
    <IconButton
      label={text('market.chart.star', { symbol })}
      aria-pressed={isOn}
      className={isOn ? 'text-brand' : ''}
      disabled={!isNobodys && list === undefined}
      onClick={toggle}
    >
      <Icon name={isOn ? 'star-on' : 'star'} />
    </IconButton>
  );
}
