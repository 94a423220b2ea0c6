import { buttonClass, CopyText, Empty, NavBar, Page, showToast } from '@app/ui';
import { Link, useSearchParams } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { webViewPath } from '../../../data/app/web-view-path.ts';
import { mapsUrl, type Place, readPlace } from './place.ts';

const CHOOSE = '/pages/choose-location';

/** /pages/open-location; the place is in the address. */
export default function OpenPlaceScreen() {
  const text = useText();
  const [search] = useSearchParams();
  const place = readPlace(search);
  const bar = <NavBar title={text('place.title')} back={{ label: text('system.back'), go: useBack() }} />;
  if (place === undefined)
    return (
      <Page bar={bar}>
        <div className="middle">
          <Empty title={text('place.none')} text={text('place.none.text')} action={<ChooseLink />} />
        </div>
      </Page>
    );
  return (
    <Page
      bar={bar}
      foot={
        <Link className={buttonClass({ tone: 'primary', size: 'large', wide: true })} to={webViewPath(mapsUrl(place))}>
          {text('place.maps')}
        </Link>
      }
    >
      <PlaceCard place={place} />
    </Page>
  );
}

function ChooseLink() {
  const text = useText();
  return (
    <Link className={buttonClass({ size: 'small' })} to={CHOOSE} replace>
      {text('place.choose')}
    </Link>
  );
}

/** Shows a place for the reader to judge: everything in it came with the link. */
function PlaceCard({ place: { name, address, at } }: { place: Place }) {
  const text = useText();
  const coordinates = at === undefined ? undefined : `${at.latitude}, ${at.longitude}`;
  return (
    <section className="px-gutter pt-2 pb-6">
      <div className="card grid gap-3">
        {name !== '' && <h2 className="text-h2 wrap-anywhere">{name}</h2>}
        {address !== '' && <CopyLine label={text('place.address')} value={address} />}
        {coordinates !== undefined && <CopyLine label={text('place.point')} value={coordinates} />}
      </div>
      <p className="mt-3 text-label text-pretty text-ink-3">{text('place.maps.text')}</p>
    </section>
  );
}

function CopyLine({ label, value }: { label: string; value: string }) {
  const text = useText();
  return (
    <div>
      <p className="text-label text-ink-3">{label}</p>
      <CopyText
        text={value}
        shown={value}
        label={text('place.copy')}
        copiedLabel={text('system.copied')}
        onFailure={() => showToast(text('refusal.copy_failed'), 'error')}
      />
    </div>
  );
}
