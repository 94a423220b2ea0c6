import { buttonClass } from '@app/ui';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../data/app/return-address.ts';
import { useText } from '../../data/app/texts.ts';
import { Shell } from './shell.tsx';

/** /pages/plus/region: target of links to a product that is closed in the user's country. */
export default function RegionScreen() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH} replace>
      {text('system.region.action')}
    </Link>
  );
  return <Shell name="region" action={action} />;
}
