import { buttonClass, Empty, NavBar, Page } from '@app/ui';
import { Link } from 'react-router';
import { useText } from '../../../shared/texts.ts';

/** /pages/market/market */
export default function MarketScreen() {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to="/pages/fund/assets">
      {text('market.action')}
    </Link>
  );
  return (
    <Page bar={<NavBar title={text('market.title')} />}>
      <div className="middle">
        <Empty title={text('market.empty.title')} text={text('market.empty.text')} action={action} />
      </div>
    </Page>
  );
}
