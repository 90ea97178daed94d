package main

type adminCmd struct{}

func (adminCmd) Run() error { return nil }
