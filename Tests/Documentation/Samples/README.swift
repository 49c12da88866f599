var home: HomeQuery.Data { given() }
var search: SearchQuery.Data { given() }
