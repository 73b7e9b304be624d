import { Arg } from '../../rest/args/arg.decorator.js';
import { ResourceFields } from '../../rest/fields/resource-fields.js';
import { RequestContext } from '../../rest/http/request-context.js';
import { Item } from '../../rest/response/reply.js';
import { Args, can, CREATABLE, Ctx, READABLE, RestController, Route } from '../../rest/route/route.decorators.js';
import { authorPicture } from './author-pictures.js';
import { UserDto } from './user.admin.dto.js';
import { UserPicturesService } from './user-pictures.service.js';
import { UsersAdminPolicy } from './users.admin.policy.js';

const PICTURE = new ResourceFields('user-picture', {
  picture: { description: 'Attachment ID of the picture on the pages of the site; 0: none.', type: 'integer' },
});

class UserPictureDto extends UserDto {
  @Arg({ type: 'integer', minimum: 0, required: true, description: 'Attachment ID of the picture; 0: none.' })
  picture!: number;
}

/** The picture of a user on the pages of the site. */
@RestController({ namespace: 'nestpress/v1', base: '/users/(?P<user>[\\d]+)/picture', fields: PICTURE })
export class UserPictureController {
  constructor(private readonly pictures: UserPicturesService) {}

  @Route({ methods: READABLE, args: UserDto, can: can(UsersAdminPolicy, 'edit') })
  read(@Ctx() { site }: RequestContext, @Args() { user }: UserDto): Item {
    return new Item({ picture: authorPicture(site, user) });
  }

  @Route({ methods: CREATABLE, args: UserPictureDto, can: can(UsersAdminPolicy, 'edit') })
  async update(@Args() { user, picture }: UserPictureDto): Promise<Item> {
    await this.pictures.update(user, picture);
    return new Item({ picture });
  }
}
