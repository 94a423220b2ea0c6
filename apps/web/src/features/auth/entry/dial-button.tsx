import { Icon } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useDial } from '../../../data/session/chosen-country.ts';

/** Dial code of the number; opens the list of countries and returns. */
export function DialButton() {
  const text = useText();
  const { dial } = useDial();
  return (
    <Link
      className="-ml-3.5 flex min-h-11 items-center gap-1 pr-1 pl-3.5"
      to="/pages/common/area"
      aria-label={text('auth.phone.dial', { dial })}
    >
      +{dial}
      <Icon name="down" size={16} />
    </Link>
  );
}
