import { openMember } from './member.ts';
import { offerSharing } from './share.ts';
import './demo-shop.css';

// What somebody with a session sees is decided before the first paint, so nothing moves once the server has answered.
const open = openMember();
addEventListener('DOMContentLoaded', () => {
  offerSharing();
  searchByItself();
  void open();
});

/** A browser would show its own page where the server doesn't answer, so that is asked first, and said here. */
function searchByItself(): void {
  const form = document.querySelector('form');
  const away = document.querySelector<HTMLElement>('.away');
  if (form === null || away === null) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = new URL(form.action);
    for (const { name, value } of form.querySelectorAll('input')) address.searchParams.set(name, value);
    fetch(address, { method: 'GET', credentials: 'same-origin' }).then(
      () => location.assign(address),
      () => (away.hidden = false),
    );
  });
  form.addEventListener('input', () => (away.hidden = true));
}
