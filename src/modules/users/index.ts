/** Public API of this folder, for the features. */
export { authorPicture } from './author-pictures.js';
export { avatarUrls } from './avatars.js';
export { nicenameFrom } from './profile-text.js';
export { authorLink, type User } from './user.js';
export { UsersDataModule } from './users-data.module.js';
export { publishedBy } from './users-list.store.js';
export { UsersAdminModule } from './users.admin.module.js';
export { type UserInput } from './users.fields.js';
export { UsersService } from './users.service.js';
export { type UserAccount, type UserProfile, UsersStore } from './users.store.js';
