import { buttonClass } from '@app/ui';
import { Link } from 'react-router';
import { HOME_PATH } from '../../data/app/return-address.ts';
import { useText } from '../../data/app/texts.ts';
import { Shell } from './shell.tsx';

/** /pages/plus/notFound, and any URL that no feature claims. */
export default function NotFoundScreen() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={HOME_PATH} replace>
      {text('system.missing.action')}
    </Link>
  );
  return <Shell name="missing" action={action} />;
}
