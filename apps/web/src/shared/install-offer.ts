import { create } from 'zustand';

/** Browsers that can install an app offer it once, before anybody asks for it. */
export type InstallOffer = Event & { readonly prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

export const useInstallOffer = create<{ readonly offer: InstallOffer | undefined }>(() => ({ offer: undefined }));

/** Keeps the offer for the page that explains it, in place of the browser's own bar. */
export function watchInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    useInstallOffer.setState({ offer: event as InstallOffer }); // Of no type of its own in the standard.
  });
  addEventListener('appinstalled', () => useInstallOffer.setState({ offer: undefined }));
}
