import { create } from 'zustand';

/** Event of browsers that can install the app; fired once, before the user requests it. */
export type InstallOffer = Event & { readonly prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

export const useInstallOffer = create<{ readonly offer: InstallOffer | undefined }>(() => ({ offer: undefined }));

/** Stores the offer for the page that explains it, and suppresses the browser's own bar. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallOffer }); // The standard has no type for it.
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: undefined }));
}
