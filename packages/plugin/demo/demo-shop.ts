import { openMember } from './member.ts';
import { offerSharing } from './share.ts';
import { searchByItself } from './search-form.ts';
import './demo-shop.css';

// What somebody with a session sees is decided before the first paint, so nothing moves once the server has answered.
const open = openMember();
addEventListener('DOMContentLoaded', () => {
  offerSharing();
  searchByItself();
  void open();
});
