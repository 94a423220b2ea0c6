import { Button, Icon, type IconName, Mark, NavBar, Page, QrCode, showToast } from '@app/ui';
import { useInstallOffer } from '../../../data/app/install-offer.ts';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { type InstallMethod, installMethod } from './install-method.ts';

const GAINS = ['screen', 'icon', 'offline'] as const;

/** /pages/setting/download */
export default function DownloadScreen() {
  const text = useText();
  const method = useInstallMethod();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('content.install.title')} back={back} />}>
      <Head isInstalled={method === 'installed'} />
      {method === 'prompt' && <InstallNow />}
      {(method === 'ios' || method === 'menu') && <InstallSteps method={method} />}
      {method === 'desktop' && <OnThePhone />}
      {method !== 'installed' && <Gains />}
    </Page>
  );
}

function Head({ isInstalled }: { isInstalled: boolean }) {
  const text = useText();
  return (
    <section className="flex flex-col items-center px-gutter pt-6 text-center">
      <span className="grid size-20 place-items-center rounded-card bg-s1">
        <Mark />
      </span>
      {isInstalled && <h2 className="mt-4 text-h2">{text('content.install.installed')}</h2>}
      <p className="mt-3 text-ink-2">{text(isInstalled ? 'content.install.installed.text' : 'content.install.text')}</p>
    </section>
  );
}

function InstallNow() {
  const text = useText();
  const { mutate, isPending } = useInstall();
  const install = () =>
    mutate(undefined, {
      onSuccess: (outcome) => outcome === 'dismissed' && showToast(text('content.install.declined')),
    });
  return (
    <div className="mt-5 px-gutter">
      <Button tone="primary" size="large" wide busy={isPending} onClick={install}>
        {text('content.install.action')}
      </Button>
    </div>
  );
}

function OnThePhone() {
  const text = useText();
  const address = `${location.origin}${import.meta.env.BASE_URL}`;
  return (
    <section className="mt-6 flex flex-col items-center px-gutter">
      <h2 className="text-title">{text('content.install.qr')}</h2>
      <p className="mt-1 mb-4 text-center text-label text-ink-2">{text('content.install.qr.text')}</p>
      <div className="w-44">
        <QrCode text={address} label={text('content.install.qr.label', { address })} />
      </div>
    </section>
  );
}

function Gains() {
  const text = useText();
  return (
    <section className="mt-6 px-gutter pb-6">
      <h2 className="text-title">{text('content.install.gain')}</h2>
      <ul className="mt-3 grid gap-2">
        {GAINS.map((gain) => (
          <li key={gain} className="flex gap-2 text-ink-2">
            <span className="text-ok">
              <Icon name="check" size={20} />
            </span>
            {text(`content.install.gain.${gain}`)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns how the app can be installed on this device. */
function useInstallMethod(): InstallMethod {
  const hasOffer = useInstallOffer(({ offer }) => offer !== undefined);
  return installMethod({
    isStandalone: matchMedia('(display-mode: standalone)').matches,
    hasOffer,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
  });
}

/**
 * Prompts the browser's installer. An install offer can be used once; a browser that prompts again issues a new one.
 */
const useInstall = () =>
  useSubmit({
    mutationFn: async () => {
      const { offer } = useInstallOffer.getState();
      const answer = await offer?.prompt();
      useInstallOffer.setState({ offer: undefined });
      return answer?.outcome;
    },
  });

const STEPS = {
  ios: [
    ['share', 'content.install.ios.share'],
    ['plus', 'content.install.ios.add'],
    ['check', 'content.install.ios.open'],
  ],
  menu: [
    ['more', 'content.install.menu.open'],
    ['save', 'content.install.menu.add'],
  ],
} as const satisfies Record<string, readonly (readonly [IconName, string])[]>;

/** Shows the manual steps where the browser has no install prompt: each step beside the icon to look for. */
function InstallSteps({ method }: { method: keyof typeof STEPS }) {
  const text = useText();
  return (
    <section className="mt-6 px-gutter">
      <h2 className="text-title">{text(`content.install.${method}`)}</h2>
      <ol className="mt-3 grid gap-3">
        {STEPS[method].map(([icon, message], index) => (
          <li key={message} className="flex items-center gap-3">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-s2 text-brand">
              <Icon name={icon} />
            </span>
            <span>
              <span className="num text-ink-3">{index + 1}. </span>
              {text(message)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
