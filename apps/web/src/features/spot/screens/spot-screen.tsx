import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../shared/texts.ts';

/** /pages/transaction/currency */
export default function SpotScreen() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to="/pages/fund/transfer?to=exchange">
      {text('spot.action')}
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('spot.title')} />}>
      <div className="middle">
        <Empty title={text('spot.empty.title')} text={text('spot.empty.text')} action={action} />
      </div>
    </Page>
  );
}
